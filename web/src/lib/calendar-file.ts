// Writes one meeting as an iCalendar file (RFC 5545), with times in UTC.

export interface Meeting {
  /** A stable id, so that calendars update the meeting instead of adding another. */
  uid: string
  starts: Date
  ends: Date
  title: string
  description: string
  /** The link to the meeting. */
  address: string
}

const maxLineBytes = 75

/** @param made  The time at which the file is made. */
export function calendarFile({ uid, starts, ends, ...meeting }: Meeting, made: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mendwell//Consultations//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(made)}`,
    `DTSTART:${utc(starts)}`,
    // A meeting with a length of zero gets no DTEND, because DTEND must be later than DTSTART.
    ...(ends > starts ? [`DTEND:${utc(ends)}`] : []),
    `SUMMARY:${escapeText(meeting.title)}`,
    `DESCRIPTION:${escapeText(meeting.description)}`,
    `URL:${meeting.address}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** Returns a text such as "20261120T210000Z". */
function utc(moment: Date) {
  return `${moment.toISOString().replaceAll(/[-:]|\.\d+Z$/g, '')}Z`
}

function escapeText(text: string) {
  return text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')
}

/** Splits a line into lines of at most 75 bytes, without splitting a character. */
function foldLine(line: string) {
  const parts = ['']
  let left = maxLineBytes
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (size > left) {
      parts.push('')
      left = maxLineBytes - 1
    }
    parts[parts.length - 1] += sign
    left -= size
  }
  return parts.join('\r\n ')
}
