// Turns a User-Agent header into a device name that the user recognizes.

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

/** Returns a name such as "Chrome on Windows", or the name of a program that is not a browser. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const browser = findName(userAgent, browsers)
  const system = findName(userAgent, systems)
  if (browser) return system ? `${browser} on ${system}` : browser
  return userAgent.split(/[\s/]/, 1)[0] || 'Unknown device'
}

function findName(text: string, known: [RegExp, string][]) {
  return known.find(([pattern]) => pattern.test(text))?.[1]
}
