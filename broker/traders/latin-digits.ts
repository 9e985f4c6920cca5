/** Digits as Arabic and Persian keyboards write them, and full-width ones, become those that codes and numbers are made of. */
export function latinDigits(typed: string): string {
  // In both blocks the last four bits of a digit are its value.
  return typed.normalize('NFKC').replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
}
