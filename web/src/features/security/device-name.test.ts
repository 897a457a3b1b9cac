import { equal } from 'node:assert/strict'
import { test } from 'vitest'
import { deviceName } from './device-name.ts'

const agents: Record<string, string> = {
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36':
    'Chrome on Windows',
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Edg/141.0':
    'Edge on Windows',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile/15E Safari/604.1':
    'Safari on iPhone',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Linux',
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36':
    'Chrome on Android',
  'curl/8.5.0': 'curl',
  node: 'node',
  '': 'Unknown device',
  ' ': 'Unknown device',
}

for (const [agent, name] of Object.entries(agents)) {
  test(`"${agent}" is ${name}`, () => equal(deviceName(agent), name))
}

test('a session without a user agent has a name', () => equal(deviceName(null), 'Unknown device'))
