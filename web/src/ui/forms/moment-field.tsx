import { TextInput, type TextInputProps } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import {
  instantsOf,
  isClockReading,
  deviceTimeZone,
  readingAt,
  zoneAbbreviation,
  zoneName,
} from '#lib/clock.ts'
import { formatTimeInZone } from '#lib/format.ts'
import { type Field, useField } from './form.tsx'

interface Props extends Omit<TextInputProps, 'defaultValue' | keyof Field>, Field {
  /** An instant. */
  defaultValue?: string
  /** The person's; without it, that of the device. */
  zone?: string
  /** Somebody else's clock, on which the time is read as well. */
  other?: { whose: string; zone: string }
}

/** Date and time: `<MomentField name="scheduled_at" label="Date and time" />`; `moment` reads it, with the same zone. */
export function MomentField({
  name,
  defaultValue,
  zone = deviceTimeZone(),
  other,
  ...rest
}: Props) {
  const field = useField(name)
  const initial = defaultValue ? readingAt(new Date(defaultValue), zone) : ''
  const [typed, setTyped] = useState(initial)
  const hear = (event: FormEvent<HTMLInputElement>) => {
    setTyped(event.currentTarget.value)
    field.onInput()
  }
  return (
    <TextInput
      {...field}
      type="datetime-local"
      defaultValue={initial}
      description={[
        `Time zone: ${zoneName(zone)}.`,
        twice(typed, zone),
        onClockOf(other, typed, zone),
      ]
        .filter(Boolean)
        .join(' ')}
      {...rest}
      onInput={hear}
    />
  )
}

/** Says which of two is meant, in the hour that comes twice when clocks go back. */
function twice(typed: string, zone: string) {
  const [first, second] = isClockReading(typed) ? instantsOf(typed, zone) : []
  if (!first || !second) return ''
  return `This time comes twice that day; the first is meant (${zoneAbbreviation(first, zone)}).`
}

function onClockOf(other: Props['other'], typed: string, zone: string) {
  const [at] = isClockReading(typed) ? instantsOf(typed, zone) : []
  if (!other || !at) return ''
  return `For ${other.whose}: ${formatTimeInZone(at, other.zone)}.`
}
