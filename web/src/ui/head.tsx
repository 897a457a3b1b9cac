import { ColorSchemeScript } from '@mantine/core'
import { frameColors } from './script-tokens.ts'

// The HTML document contains these texts. The page's scripts read them from there, so that nobody loads them twice.
const { submitGuard, textPolicy, styles } = import.meta.env.SSR
  ? await import('./head-texts.ts')
  : {
      submitGuard: textOf('submit-guard'),
      textPolicy: textOf('text-policy'),
      styles: textOf('tokens'),
    }

/**
 * Renders everything a page needs before its first paint: colors, typeface, color scheme, the guard for forms, and the
 * rule for text that becomes HTML.
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
