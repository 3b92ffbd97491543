import { SEC_CODE } from '#core/contract/codes.ts';
import { HttpFailure } from '#core/web/http/http.ts';

/**
 * What a login answers. An abnormal account has a view of its own, which `abnormal` shows; everything else that goes
 * wrong is for the form to show.
 * @returns null for an abnormal account
 */
export async function unlessAbnormal<T>(answer: Promise<T>, abnormal: () => void): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof HttpFailure && error.secCode === SEC_CODE.abnormalAccount) {
      abnormal();
      return null;
    }
    throw error;
  }
}
