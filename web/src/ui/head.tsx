import { ColorSchemeScript } from '@mantine/core'
import { chosenTokens, frameColours } from './tokens.ts'
import { typeface } from './typeface.ts'

/** What a page of the app needs before its first pixel: colours, typeface, scheme, and harmless forms. */
export function UiHead() {
  return (
    <>
      <meta name="theme-color" content={frameColours.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={frameColours.dark} media="(prefers-color-scheme: dark)" />
      <style dangerouslySetInnerHTML={{ __html: chosenTokens + typeface }} />
      <ColorSchemeScript defaultColorScheme="auto" />
      <script dangerouslySetInnerHTML={{ __html: earlySubmitGuard }} />
    </>
  )
}

/**
 * Runs in the head of a page, before there is any form. One that is pressed before the app has taken it over must not
 * be sent by the browser: what is typed would show up in the address. The press is remembered for `takeOver`.
 */
const earlySubmitGuard = `addEventListener('submit',function(e){var d=e.target.dataset;if(!d.ready){e.preventDefault();d.early='yes'}},true)`
