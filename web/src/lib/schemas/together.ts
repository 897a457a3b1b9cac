import * as z from 'zod/mini'

/**
 * What several fields have to be together, looked at as soon as these are right, whatever else is missing:
 * `z.object({ from, to }).check(together(['from', 'to'], ({ from, to }) => from < to, 'to', 'This is before the start.'))`
 */
export const together = <Values extends object>(
  names: (keyof Values & string)[],
  holds: (values: Values) => boolean,
  path: keyof Values & string,
  message: string,
) =>
  z.refine<Values>(holds, {
    path: [path],
    message,
    when: ({ issues }) =>
      !issues.some(({ path: [name] = [] }) => names.some((one) => one === name)),
  })
