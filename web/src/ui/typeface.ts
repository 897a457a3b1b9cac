// The fallback font is scaled, so that no line moves when the typeface loads.
import latinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2?url'

const face = (url: string, range: string, display = 'swap') =>
  `@font-face{font-family:'Inter Variable';font-weight:100 900;font-display:${display};src:url(${url}) format('woff2');unicode-range:${range}}`

const latinRange =
  'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+304,U+308,U+329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const latinExtendedFace = face(
  latinExtended,
  'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB',
)
const fallback =
  "@font-face{font-family:'Inter Fallback';src:local('Arial'),local('Liberation Sans'),local('Helvetica Neue'),local('Roboto');size-adjust:107%;ascent-override:90%;descent-override:22.4%;line-gap-override:0%}"

/** The public page uses `optional`, so that the font never changes after the first paint. */
export const latinTypeface = face(latin, latinRange, 'optional') + fallback

/** The app also loads extended Latin letters, because names of users may contain them. */
export const typeface = face(latin, latinRange) + latinExtendedFace + fallback
