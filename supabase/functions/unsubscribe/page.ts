// The texts of this page need no escaping, because they are constants or come from the database's refusals.

interface PageContent {
  title: string
  words: string
  /** The label of a button that sends a POST to the address of the page. */
  button?: string
  link?: { label: string; target: string }
}

const style = `
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f7f5f1, #0c1311);
  color: light-dark(#1c1917, #eef2f0); font: 16px/1.5 -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif }
main { max-width: 26rem; margin: 1rem; padding: 1.75rem; border: 1px solid light-dark(#e4e0d8, #2a3632); border-radius: 10px;
  background: light-dark(#ffffff, #141d1a) }
h1 { margin: 0 0 .75rem; font-size: 1.25rem; line-height: 1.3 }
p { margin: 0 0 1.25rem }
button { padding: .6rem 1.1rem; border: 0; border-radius: 10px; font: inherit; font-weight: 600; cursor: pointer;
  background: light-dark(#0f766e, #2dd4bf); color: light-dark(#ffffff, #042f2b) }
a { color: light-dark(#0f766e, #2dd4bf) }
`

export function page(status: number, { title, words, button, link }: PageContent): Response {
  const action = [
    button ? `<form method="post"><button>${button}</button></form>` : '',
    link ? `<a href="${link.target}">${link.label}</a>` : '',
  ].join('')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
</head>
<body><main><h1>${title}</h1><p>${words}</p>${action}</main></body>
</html>
`
  return new Response(html, { status, headers })
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  // The browser must not send the page's URL to other sites, because the URL contains the token.
  'referrer-policy': 'no-referrer',
}
