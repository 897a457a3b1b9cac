// Defines the tokens that scripts use. They are apart from `tokens.ts`, so that no page loads all tokens as a script.

/** The background of a page, which is also the color of the browser's toolbar. */
export const frameColors = { light: '#faf9f6', dark: '#0e1412' } as const

/** These fonts come with the operating systems. The list leaves out fonts that were made for small screens. */
const systemFaces =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"

export const fontFamily = `'Inter Variable', 'Inter Fallback', ${systemFaces}`
