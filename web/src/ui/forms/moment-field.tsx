import { TextInput, type TextInputProps } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import {
  deviceTimeZone,
  instantsOf,
  isClockReading,
  readingAt,
  zoneAbbreviation,
  zoneName,
} from '#lib/clock.ts'
import { formatTimeInZone } from '#lib/format.ts'
import { type FieldProps, useField } from './form.tsx'

interface Props extends Omit<TextInputProps, 'defaultValue' | keyof FieldProps>, FieldProps {
  /** The initial value, as an instant such as "2026-11-20T21:00:00.000Z". */
  defaultValue?: string
  /** The user's time zone. */
  zone?: string
  /** Another person, whose local time the field shows as well. */
  other?: { whose: string; zone: string }
}

/** Renders a field for a date and time, which the schema `moment` parses with the same zone. */
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
  const onInput = (event: FormEvent<HTMLInputElement>) => {
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
        repeatedTimeHint(typed, zone),
        otherTimeHint(other, typed, zone),
      ]
        .filter(Boolean)
        .join(' ')}
      {...rest}
      onInput={onInput}
    />
  )
}

/** Explains which instant the field uses if the time occurs twice because clocks go back. */
function repeatedTimeHint(typed: string, zone: string) {
  const [first, second] = isClockReading(typed) ? instantsOf(typed, zone) : []
  if (!first || !second) return ''
  return `Clocks go back that day, so this time occurs twice. We use the first one (${zoneAbbreviation(first, zone)}).`
}

function otherTimeHint(other: Props['other'], typed: string, zone: string) {
  const [at] = isClockReading(typed) ? instantsOf(typed, zone) : []
  if (!other || !at) return ''
  return `For ${other.whose}: ${formatTimeInZone(at, other.zone)}.`
}
