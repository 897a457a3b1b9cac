/** Together, these texts contain each kind of invisible character that app.is_blank knows. */
export const blankTexts = [
  '',
  ' \n\t ',
  '\u00a0\u200b',
  // Joiners, marks of direction and a byte order mark.
  '\u200d\u200c\u200e\u200f\u2060\ufeff',
  '\u202a\u202e\u2066\u2069\u061c',
  // Fillers and blank letters.
  '\u115f\u1160\u3164\uffa0',
  '\u2800',
  '\u3000\u2003\u1680\u205f',
  // A soft hyphen, a grapheme joiner, variation selectors and an annotation.
  '\u00ad\u034f\ufe0f\u180e\ufff9',
  // Tags, supplementary variation selectors, and invisible marks of music and shorthand.
  '\u{e0001}\u{e0041}\u{e007f}\u{e0100}',
  '\u{1d159}\u{1d173}\u{1bca0}',
  // Control characters.
  '\u0001\u001b\u007f\u0085',
  ' \u2800 \u200b\u{e0020} ',
]
