// Defines the tokens that scripts use, so that no page has to load `tokens.ts` as a script.

/** The background of a page, which is also the color of the browser's toolbar. */
export const frameColors = { light: '#faf9f6', dark: '#0e1412' } as const

/** Operating systems come with at least one of these fonts. */
const systemFaces =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"

export const fontFamily = `'Inter Variable', 'Inter Fallback', ${systemFaces}`
