// Defines the scripts and styles in the head of every page of the app.
import { writeChosenTokens } from './tokens.ts'
import { typeface } from './typeface.ts'

export const styles = writeChosenTokens() + typeface

/**
 * This script runs in the page's head, before any form exists. It stops the browser from sending a form before
 * hydration, because the input would show up in the URL. `takeOver` submits such a form after hydration.
 */
export const submitGuard = `addEventListener('submit',function(e){var d=e.target.dataset;if(!d.ready){e.preventDefault();d.early='yes'}},true)`

/**
 * This script defines the page's Trusted Types policy, before any other script runs. Because of the server's content
 * security policy, the browser asks this policy before text becomes HTML or the URL of a script. The policy allows only
 * the HTML that React and Mantine write: style sheets, which have no tags, and an empty script element. The only
 * allowed script URL is that of the service worker. `\x3c` is a less-than sign, because the script's text must not
 * contain one itself.
 */
export const textPolicy = String.raw`if(self.trustedTypes)trustedTypes.createPolicy('default',{createHTML:function(t){return !t.includes('\x3c')||t==='\x3cscript>\x3c/script>'?t:null},createScriptURL:function(u){return u==='/sw.js'?u:null}})`
