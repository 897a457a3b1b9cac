import { ColorSchemeScript } from '@mantine/core'
import { frameColors } from './script-tokens.ts'

// In the browser, scripts read these texts from the HTML, so that no page loads them twice.
const { submitGuard, textPolicy, styles } = import.meta.env.SSR
  ? await import('./head-texts.ts')
  : {
      submitGuard: textOf('submit-guard'),
      textPolicy: textOf('text-policy'),
      styles: textOf('tokens'),
    }

/** Renders everything that a page needs before its first paint. */
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
