/** Whether the window is as narrow as a phone's, where dialogs are sheets. */
export function isPhoneWidth(): boolean {
  return matchMedia('(max-width: 480px)').matches;
}
