import { ColorSchemeScript } from '@mantine/core'
import { guardEarlySubmits } from './forms/early-submit.ts'
import { chosenTokens, frameColours } from './tokens.ts'
import { preloadedFace, typeface } from './typeface.ts'

/** What a page of the app needs before its first pixel: colours, typeface, scheme, and harmless forms. */
export function UiHead() {
  return (
    <>
      <meta name="theme-color" content={frameColours.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={frameColours.dark} media="(prefers-color-scheme: dark)" />
      <link
        rel="preload"
        href={preloadedFace}
        as="font"
        type="font/woff2"
        crossOrigin="anonymous"
      />
      <style dangerouslySetInnerHTML={{ __html: chosenTokens + typeface }} />
      <ColorSchemeScript defaultColorScheme="auto" />
      <script dangerouslySetInnerHTML={{ __html: guardEarlySubmits }} />
    </>
  )
}
