/**
 * Runs in the head of a page, before there is any form. One that is pressed before the app has taken it over must not
 * be sent by the browser: what is typed would show up in the address. The press is remembered for `takeOver`.
 */
export const earlySubmitGuard = `addEventListener('submit',function(e){var d=e.target.dataset;if(!d.ready){e.preventDefault();d.early='yes'}},true)`
