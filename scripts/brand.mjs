// `node scripts/brand.mjs` draws the icons and the social card from web/public/icon.svg. Run it after a change of that
// file.
import { readFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { findChromium } from './lib/chromium.mjs'
import { root } from './lib/paths.mjs'
import { run } from './lib/stop-line.mjs'

const folder = `${root}web/public`

await run(async () => {
  const logo = await readFile(`${folder}/icon.svg`, 'utf8')
  const font = await readFile(
    `${root}node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2`,
    'base64',
  )
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const page = await browser.newPage()
  for (const { file, width, height, html } of pictures(logo, font)) {
    await page.setViewportSize({ width, height })
    await page.setContent(
      `<style>html,body{margin:0;background:none}svg{display:block}</style>${html}`,
    )
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: `${folder}/${file}`, omitBackground: true })
  }
  await browser.close()
})

/**
 * @param {string} logo
 * @param {string} font
 */
function pictures(logo, font) {
  /** @param {number} size */
  const icon = (size) => `<div style="width:${size}px">${logo}</div>`
  // Phones crop this icon to a circle or another shape, so the icon has square corners and a margin around the logo.
  /** @param {number} size */
  const maskableIcon = (size) =>
    `<div style="width:${size}px;height:${size}px;background:#0a6a5c;display:grid;place-items:center"><div style="width:${size * 0.8}px">${logo}</div></div>`
  const card = `<style>@font-face{font-family:Inter;font-weight:100 900;src:url(data:font/woff2;base64,${font})}</style>
    <div style="box-sizing:border-box;width:1200px;height:630px;padding:88px;background:radial-gradient(70% 90% at 100% 0,#dcefe9,transparent),#f1f4f1;color:#0e1f1a;font-family:Inter;display:flex;flex-direction:column;justify-content:space-between">
      <div style="display:flex;align-items:center;gap:20px;font-size:40px;font-weight:650;letter-spacing:-.02em"><div style="width:64px">${logo}</div>Mendwell</div>
      <div><div style="font-size:84px;font-weight:650;letter-spacing:-.035em;line-height:1.05;max-width:17ch">Maintenance work, from first post to finished job</div>
      <div style="margin-top:32px;font-size:32px;color:#57635e">Post a job, receive bids, compare and select, get it done.</div></div>
    </div>`
  return [
    { file: 'icon-192.png', width: 192, height: 192, html: icon(192) },
    { file: 'icon-512.png', width: 512, height: 512, html: icon(512) },
    { file: 'icon-maskable.png', width: 512, height: 512, html: maskableIcon(512) },
    { file: 'apple-touch-icon.png', width: 180, height: 180, html: maskableIcon(180) },
    { file: 'social-card.png', width: 1200, height: 630, html: card },
  ]
}
