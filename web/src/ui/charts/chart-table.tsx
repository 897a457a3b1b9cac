import styles from './chart.module.css'
import type { ChartData } from './series.ts'

/** The same figures as text, one press away. */
export function ChartTable({ data }: { data: ChartData }) {
  const { labels, labelHead, series, format } = data
  return (
    <details className={styles.details}>
      <summary>Show as table</summary>
      <table className={styles.table} aria-label={data.title}>
        <thead>
          <tr>
            <th scope="col">{labelHead}</th>
            {series.map(({ name }) => (
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
              {series.map(({ name, values }) => (
                <td key={name}>{textOf(values[index], format)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function textOf(value: number | null | undefined, format: ChartData['format']) {
  return value === null || value === undefined ? '—' : format(value)
}
