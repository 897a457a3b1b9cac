import { ColorSchemeScript } from '@mantine/core'
import { chosenTokens, frameColors } from './tokens.ts'
import { typeface } from './typeface.ts'

/** Renders everything a page needs before its first paint: colors, typeface, color scheme, and the guard for forms. */
export function UiHead() {
  return (
    <>
      <meta name="theme-color" content={frameColors.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={frameColors.dark} media="(prefers-color-scheme: dark)" />
      <style dangerouslySetInnerHTML={{ __html: chosenTokens + typeface }} />
      <ColorSchemeScript defaultColorScheme="auto" />
      <script dangerouslySetInnerHTML={{ __html: earlySubmitGuard }} />
    </>
  )
}

/**
 * Runs in the page's head, before any form exists. The browser must not send a form that is submitted before hydration,
 * because the input would show up in the URL. `takeOver` submits the form later.
 */
const earlySubmitGuard = `addEventListener('submit',function(e){var d=e.target.dataset;if(!d.ready){e.preventDefault();d.early='yes'}},true)`
