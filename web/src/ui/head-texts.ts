// Defines the scripts and styles in the head of every page of the app.
import { writeChosenTokens } from './tokens.ts'
import { typeface } from './typeface.ts'

export const styles = writeChosenTokens() + typeface

/**
 * Runs in the page's head, before any form exists. The browser must not send a form that is submitted before hydration,
 * because the input would show up in the URL. `takeOver` submits the form later.
 */
export const submitGuard = `addEventListener('submit',function(e){var d=e.target.dataset;if(!d.ready){e.preventDefault();d.early='yes'}},true)`

/**
 * Defines the page's Trusted Types policy, before any other script runs. The server's content security policy makes the
 * browser ask the Trusted Types policy before text becomes HTML or the address of a script. The only allowed HTML is
 * what React and Mantine write: style sheets, which have no tags, and an empty script element. The only allowed address
 * is that of the service worker. `\x3c` is a less-than sign, because this text must not contain one itself.
 */
export const textPolicy = String.raw`if(self.trustedTypes)trustedTypes.createPolicy('default',{createHTML:function(t){return !t.includes('\x3c')||t==='\x3cscript>\x3c/script>'?t:null},createScriptURL:function(u){return u==='/sw.js'?u:null}})`
