import { ColorSchemeScript } from '@mantine/core'
import { chosenTokens, frameColors } from './tokens.ts'
import { typeface } from './typeface.ts'

/**
 * Renders everything a page needs before its first paint: colors, typeface, color scheme, the guard for forms, and the
 * rule for text that becomes HTML.
 */
export function UiHead() {
  return (
    <>
      <meta name="theme-color" content={frameColors.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={frameColors.dark} media="(prefers-color-scheme: dark)" />
      <script dangerouslySetInnerHTML={{ __html: trustedTypesPolicy }} />
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

/**
 * Runs before every other script. The server's content security policy lets the browser ask this policy before text
 * becomes HTML or the address of a script. It allows only what React and Mantine write: style sheets, which have no tags,
 * and an empty script element. The only script address is that of the service worker. `\x3c` is a less-than sign, because
 * this text must not contain one itself.
 */
const trustedTypesPolicy = String.raw`if(self.trustedTypes)trustedTypes.createPolicy('default',{createHTML:function(t){return !t.includes('\x3c')||t==='\x3cscript>\x3c/script>'?t:null},createScriptURL:function(u){return u==='/sw.js'?u:null}})`
