// What a browser says of itself, in words that its owner knows.

const browsers: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** "Chrome on Windows". A program that is no browser says what it is; some say nothing. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const browser = firstIn(userAgent, browsers)
  const system = firstIn(userAgent, systems)
  if (browser) return system ? `${browser} on ${system}` : browser
  return userAgent.split(/[\s/]/, 1)[0] || 'Unknown device'
}

function firstIn(text: string, known: [RegExp, string][]) {
  return known.find(([sign]) => sign.test(text))?.[1]
}
