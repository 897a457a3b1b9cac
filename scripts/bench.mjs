// `npm run bench` measures the server in these parts: read, insert, size, live, story, chat, screens, admin, hostile,
// mail, sign-in. `npm run bench -- live chat` runs only the named parts. The part `growth` takes an hour, so it runs
// only if it is named.
import { findChromium } from './lib/chromium.mjs'
import { installDependencies } from './lib/install.mjs'
import { underNode24 } from './lib/node24.mjs'
import { run } from './lib/stop-line.mjs'

await run(async () => {
  await installDependencies()
  await underNode24()
  const { measureAdmin } = await import('../bench/admin.ts')
  const { measureChat } = await import('../bench/chat.ts')
  const { measureDataPath } = await import('../bench/data-path.ts')
  const { measureGrowth } = await import('../bench/growth.ts')
  const { measureHostile } = await import('../bench/hostile.ts')
  const { measureMail } = await import('../bench/mail.ts')
  const { measureRealtime } = await import('../bench/realtime.ts')
  const { measureScreens } = await import('../bench/screens.ts')
  const { measureSignIn } = await import('../bench/sign-in.ts')
  const { measureStory } = await import('../bench/story.ts')
  const chosen = process.argv.slice(2)
  const isSelected = (/** @type {string} */ part) => chosen.length === 0 || chosen.includes(part)
  const otherNames = chosen.filter(
    (part) =>
      ![
        'live',
        'story',
        'chat',
        'screens',
        'admin',
        'hostile',
        'mail',
        'sign-in',
        'growth',
      ].includes(part),
  )
  if (isSelected('live')) await measureRealtime()
  if (isSelected('story')) await measureStory()
  if (isSelected('chat')) await measureChat(await findChromium())
  if (isSelected('screens')) await measureScreens(await findChromium())
  if (isSelected('admin')) await measureAdmin(await findChromium())
  if (isSelected('hostile')) await measureHostile()
  if (isSelected('mail')) await measureMail()
  if (isSelected('sign-in')) await measureSignIn()
  if (chosen.includes('growth')) await measureGrowth()
  if (chosen.length === 0 || otherNames.length > 0) await measureDataPath(otherNames)
})
