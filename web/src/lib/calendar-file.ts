// One meeting as calendars read it (RFC 5545): in UTC, so that it is right in every zone and on every day.

export interface Meeting {
  /** The same for the same meeting: a calendar that has it changes it. */
  uid: string
  starts: Date
  ends: Date
  title: string
  description: string
  /** Where it is: a link. */
  address: string
}

const longest = 75

/** @param made  When the file is made. */
export function calendarFile({ uid, starts, ends, ...words }: Meeting, made: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mendwell//Consultations//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(made)}`,
    `DTSTART:${utc(starts)}`,
    // One without a length has a beginning alone.
    ...(ends > starts ? [`DTEND:${utc(ends)}`] : []),
    `SUMMARY:${escaped(words.title)}`,
    `DESCRIPTION:${escaped(words.description)}`,
    `URL:${words.address}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** "20261120T210000Z" */
function utc(moment: Date) {
  return `${moment.toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')}Z`
}

function escaped(text: string) {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')
}

/** A line has at most 75 bytes and goes on after a space; no sign is cut apart. */
function folded(line: string) {
  const parts = ['']
  let left = longest
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (size > left) {
      parts.push('')
      left = longest - 1
    }
    parts[parts.length - 1] += sign
    left -= size
  }
  return parts.join('\r\n ')
}
