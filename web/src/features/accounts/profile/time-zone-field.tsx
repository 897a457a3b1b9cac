import { ChoiceField } from '#ui/forms/input-fields.tsx'

interface Props {
  /** The one that is chosen; it may have a name that this browser does not list. */
  current: string
}

/** The zone in which times are told to others. */
export function TimeZoneField({ current }: Props) {
  const listed = Intl.supportedValuesOf('timeZone')
  const zones = listed.includes(current) ? listed : [current, ...listed]
  return (
    <ChoiceField
      name="time_zone"
      label="Time Zone"
      description="Where your clocks are: others see their time and yours."
      defaultValue={current}
      data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
    />
  )
}
