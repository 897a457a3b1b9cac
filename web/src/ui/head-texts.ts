// Defines the scripts and styles in the head of every page of the app.
import { writeChosenTokens } from './tokens.ts'
import { typeface } from './typeface.ts'

export const styles = writeChosenTokens() + typeface

/**
 * This script stops the browser from sending a form before hydration, because the URL would show the input. `takeOver`
 * submits the form after hydration.
 */
export const submitGuard = `addEventListener('submit',function(e){var d=e.target.dataset;if(!d.ready){e.preventDefault();d.early='yes'}},true)`

/**
 * This script defines the page's Trusted Types policy, before any other script runs. The policy allows only style
 * sheets without tags and an empty script element, which React and Mantine write. The only allowed script URL is that
 * of the service worker. `\x3c` is a less-than sign, which the script's text must not contain.
 */
export const textPolicy = String.raw`if(self.trustedTypes)trustedTypes.createPolicy('default',{createHTML:function(t){return !t.includes('\x3c')||t==='\x3cscript>\x3c/script>'?t:null},createScriptURL:function(u){return u==='/sw.js'?u:null}})`
