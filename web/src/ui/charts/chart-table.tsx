import { useState } from 'react'
import type { ChartData } from './chart-data.ts'
import styles from './chart.module.css'

/** Shows the figures of a chart as a table, which is closed until the user opens it. */
export function ChartTable({ data }: { data: ChartData }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.details} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>Show as table</summary>
      {isOpen ? <Figures data={data} /> : null}
    </details>
  )
}

function Figures({ data: { title, labels, labelHead, series, format } }: { data: ChartData }) {
  const columns = series.flatMap(({ name, values, before }) =>
    before
      ? [
          { name, values },
          { name: `${name}, before`, values: before },
        ]
      : [{ name, values }],
  )
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{labelHead}</th>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {labels.map((label, index) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {columns.map(({ name, values }) => (
              <td key={name}>{textOf(values[index], format)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function textOf(value: number | null | undefined, format: ChartData['format']) {
  return value === null || value === undefined ? '—' : format(value)
}
