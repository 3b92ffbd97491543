import { mayAnother } from './try-in-order.ts';

/**
 * Asks all of some services the same; what one that does not answer now would have said is left out.
 * @returns in the order of the services
 * @throws why the first one does not answer, where none does; faults of ours
 */
export async function askAll<S, T>(
  services: readonly S[],
  ask: (service: S) => Promise<T>,
): Promise<{ service: S; answer: T }[]> {
  const told = await Promise.allSettled(services.map(ask));
  const failed = told.filter((answer) => answer.status === 'rejected');
  const fault = failed.find(({ reason }) => !mayAnother(reason));
  if (fault !== undefined) throw fault.reason;
  const [first] = failed;
  if (first !== undefined && failed.length === services.length) throw first.reason;
  return services.flatMap((service, at) => {
    const answer = told[at];
    return answer?.status === 'fulfilled' ? [{ service, answer: answer.value }] : [];
  });
}
