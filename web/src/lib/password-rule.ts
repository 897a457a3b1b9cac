/** Describes the passwords that the server accepts. */
export const passwordRule =
  'At least 8 characters. No common password, and no repeats or sequences like aaaa or 1234.'
