// Defines the tokens that scripts use, so that no page has to load `tokens.ts` as a script.

/** The frame around a page, which is also the color of the browser's toolbar. */
export const frameColors = { light: '#f1f4f1', dark: '#0a100e' } as const

/** Operating systems come with at least one of these fonts. */
const systemFaces =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"

export const fontFamily = `'Inter Variable', 'Inter Fallback', ${systemFaces}`
