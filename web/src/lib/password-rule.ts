/** The rule for passwords, as screens show it. */
export const passwordRule =
  'At least 8 characters. No common password, and no repeats or sequences like aaaa or 1234.'
