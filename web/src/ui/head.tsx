import { ColorSchemeScript } from '@mantine/core'
import { earlySubmitGuard } from './early-submit-guard.ts'
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
