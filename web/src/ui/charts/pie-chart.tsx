import { arc, pie } from 'd3-shape'
import { useId, useState } from 'react'
import { type ChartData, colorOf, type Slice, sumOf, toShares } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import styles from './chart.module.css'

interface Props {
  title: string
  /** The slices, the largest first. */
  slices: Slice[]
  /** Returns a text such as "7 of 30 jobs". */
  format: (value: number) => string
  /** The column headers of the table with all slices, such as "Category" and "Jobs". */
  heads: readonly [name: string, value: string]
}

const size = 176
const ring = arc<{ startAngle: number; endAngle: number; padAngle: number }>()
  .innerRadius(size * 0.3)
  .outerRadius(size * 0.5)

/** Slices and list entries have the same numbers, so the chart can be read without color. */
export function PieChart({ title, slices: all, format, heads }: Props) {
  const slices = toShares(all)
  const id = useId()
  const [pointed, setPointed] = useState<string>()
  const total = sumOf(slices)
  const angles = pie<Slice>()
    .value(({ value }) => value)
    .sortValues(null)
    .padAngle(0.012)(slices)
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className={styles.title}>
        {title}
      </figcaption>
      <div className={styles.pie}>
        <svg
          width={size}
          height={size}
          viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
          aria-hidden
        >
          {total === 0 ? (
            <circle className={styles.nothing} r={size * 0.4} strokeWidth={size * 0.2} />
          ) : null}
          {angles.map((angle) => (
            <path
              key={angle.data.name}
              d={ring(angle) ?? ''}
              fill={colorOf(angle.index)}
              opacity={pointed === undefined || pointed === angle.data.name ? 1 : 0.35}
              onPointerEnter={() => setPointed(angle.data.name)}
              onPointerLeave={() => setPointed(undefined)}
            />
          ))}
          {angles
            .filter(({ startAngle, endAngle }) => endAngle - startAngle > 0.25)
            .map((angle) => (
              <g key={angle.data.name} transform={`translate(${ring.centroid(angle).join(' ')})`}>
                <circle className={styles.badge} r={9} />
                <text className={styles.number} dy="0.35em">
                  {angle.index + 1}
                </text>
              </g>
            ))}
        </svg>
        <ol className={styles.shares} onPointerLeave={() => setPointed(undefined)}>
          {slices.map(({ name, value }, index) => (
            <li key={name} data-pointed={pointed === name} onPointerEnter={() => setPointed(name)}>
              <span className={styles.swatch} style={{ background: colorOf(index) }} aria-hidden />
              <span className={styles.place} aria-hidden>
                {index + 1}
              </span>
              <span className={styles.name}>{name}</span>
              <span className={styles.share}>
                {format(value)} · {total === 0 ? 0 : Math.round((100 * value) / total)}%
              </span>
            </li>
          ))}
        </ol>
      </div>
      {slices.length < all.length ? (
        <ChartTable data={tableOf(all, { title, format, heads })} />
      ) : null}
    </figure>
  )
}

/** Returns a table of all slices, including those that the chart combines. */
function tableOf(all: Slice[], { title, format, heads }: Omit<Props, 'slices'>): ChartData {
  const [labelHead, name] = heads
  const labels = all.map((slice) => slice.name)
  return {
    title,
    format,
    labelHead,
    labels,
    series: [{ name, values: all.map(({ value }) => value) }],
  }
}
