import { ColorSchemeScript } from '@mantine/core'
import { frameColors } from './script-tokens.ts'

// The build imports these texts and writes them into the HTML. In the browser, scripts read the texts from the HTML, so
// that no page loads them twice.
const { submitGuard, textPolicy, styles } = import.meta.env.SSR
  ? await import('./head-texts.ts')
  : {
      submitGuard: textOf('submit-guard'),
      textPolicy: textOf('text-policy'),
      styles: textOf('tokens'),
    }

/**
 * Renders everything a page needs before its first paint: colors, typeface, color scheme, the submit guard for forms,
 * and the Trusted Types policy.
 */
export function UiHead() {
  return (
    <>
      <meta name="theme-color" content={frameColors.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={frameColors.dark} media="(prefers-color-scheme: dark)" />
      <script id="text-policy" dangerouslySetInnerHTML={{ __html: textPolicy }} />
      <style id="tokens" dangerouslySetInnerHTML={{ __html: styles }} />
      <ColorSchemeScript defaultColorScheme="auto" />
      <script id="submit-guard" dangerouslySetInnerHTML={{ __html: submitGuard }} />
    </>
  )
}

function textOf(id: string) {
  return document.getElementById(id)?.textContent ?? ''
}
