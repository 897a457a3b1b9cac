import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useId, useState } from 'react'
import { ChartTable } from './chart-table.tsx'
import styles from './chart.module.css'
import { LineDrawing } from './line-drawing.tsx'
import { type Plot, plotOf } from './plot.ts'
import { type ChartData, colourOf, dashes, readingOf } from './series.ts'

/**
 * Lines over time. What the pointer reads, the arrow keys read as well: over the drawing lies a slider that nobody
 * sees, and that says the values of its point.
 */
export function LineChart(data: ChartData) {
  const { title, labels, series } = data
  const { ref, width } = useElementSize()
  const [index, setIndex] = useState<number>()
  const id = useId()
  const plot = width > 0 ? plotOf(data, width) : undefined
  const point = index !== undefined && index < labels.length ? index : undefined
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    if (plot) setIndex(nearest(plot, clientX - currentTarget.getBoundingClientRect().left, labels))
  }
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className={styles.title}>
        {title}
      </figcaption>
      {series.length > 1 ? <Legend data={data} /> : null}
      <div
        ref={ref}
        className={styles.plot}
        onPointerMove={follow}
        onPointerLeave={() => setIndex(undefined)}
      >
        {plot ? <LineDrawing data={data} plot={plot} point={point} /> : null}
        <input
          className={styles.slider}
          type="range"
          min={0}
          max={Math.max(0, labels.length - 1)}
          value={point ?? labels.length - 1}
          aria-label={`Values of ${title}`}
          aria-valuetext={readingOf(data, point ?? labels.length - 1)}
          onChange={({ currentTarget: { value } }) => setIndex(Number(value))}
          onFocus={() => setIndex((before) => before ?? labels.length - 1)}
          onBlur={() => setIndex(undefined)}
        />
        {plot && point !== undefined ? <Reading data={data} plot={plot} point={point} /> : null}
      </div>
      <ChartTable data={data} />
    </figure>
  )
}

function nearest({ x }: Plot, at: number, labels: string[]) {
  return Math.min(labels.length - 1, Math.max(0, Math.round(x.invert(at))))
}

function Legend({ data: { series } }: { data: ChartData }) {
  return (
    <ul className={styles.legend}>
      {series.map(({ name }, index) => (
        <li key={name}>
          <svg width={24} height={8} aria-hidden>
            <line
              x1={0}
              x2={24}
              y1={4}
              y2={4}
              stroke={colourOf(index)}
              strokeWidth={2}
              strokeDasharray={dashes[index]}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

interface ReadingProps {
  data: ChartData
  plot: Plot
  point: number
}

/** Beside the point, on the side where there is room. */
function Reading({ data, plot: { x, left, right }, point }: ReadingProps) {
  const isLeft = x(point) > (left + right) / 2
  return (
    <div
      className={styles.reading}
      style={{ left: x(point), translate: isLeft ? 'calc(-100% - 10px)' : '10px' }}
      aria-hidden
    >
      <strong>{data.labels[point]}</strong>
      {data.series.map(({ name, values }) => {
        const value = values[point] ?? null
        return (
          <span key={name} className={styles.value}>
            {data.series.length > 1 ? `${name} ` : ''}
            {value === null ? 'no data' : data.format(value)}
          </span>
        )
      })}
    </div>
  )
}
