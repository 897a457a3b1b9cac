import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useId, useRef, useState } from 'react'
import {
  type ChartData,
  colorOf,
  dashes,
  isWorthDrawing,
  readingText,
  valueText,
} from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import styles from './chart.module.css'
import { isAlone, makePlot, type Plot, type Shape } from './plot.ts'

/** Draws lines over time, for amounts and averages. */
export function LineChart(data: ChartData) {
  return <TimeChart data={data} shape="line" />
}

/** Draws bars over time, for counts. */
export function BarChart(data: ChartData) {
  return <TimeChart data={data} shape="bars" />
}

/** Shows values over time. The drawing is left out if there is nothing to see in it. */
function TimeChart({ data, shape }: { data: ChartData; shape: Shape }) {
  const { title, series, summary = [], beforeName } = data
  const isDrawn = isWorthDrawing(data)
  const id = useId()
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption id={id} className={styles.title}>
        {title}
      </figcaption>
      {summary.map((sentence) => (
        <p key={sentence} className={styles.summary}>
          {sentence}
        </p>
      ))}
      {isDrawn && (series.length > 1 || beforeName) ? <Legend data={data} shape={shape} /> : null}
      {isDrawn ? <PlotWithSlider data={data} shape={shape} /> : null}
      <ChartTable data={data} />
    </figure>
  )
}

/** With an invisible slider, keyboard and screen reader users can reach each point. */
function PlotWithSlider({ data, shape }: { data: ChartData; shape: Shape }) {
  const { title, labels } = data
  const { ref, width } = useElementSize<HTMLLabelElement>()
  const [index, setIndex] = useState<number>()
  const slider = useRef<HTMLInputElement>(null)
  const isPressed = useRef(false)
  const plot = width > 0 ? makePlot(data, width, shape) : undefined
  const point = index !== undefined && index < labels.length ? index : undefined
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    if (plot) setIndex(plot.nearest(clientX - currentTarget.getBoundingClientRect().left))
  }
  // A press on the plot blurs the slider for a moment, which `blur` must ignore.
  const press = (event: PointerEvent) => {
    isPressed.current = true
    follow(event)
  }
  const focus = () => {
    isPressed.current = false
    setIndex((before) => before ?? labels.length - 1)
  }
  const blur = () => {
    if (!isPressed.current) setIndex(undefined)
  }
  // Ignore the end of a touch, which also fires `pointerleave`, so that the values stay visible.
  const leave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse' && document.activeElement !== slider.current) setIndex(undefined)
  }
  return (
    // The plot is a label, so that a press anywhere on it focuses the slider.
    <label
      ref={ref}
      className={styles.plot}
      style={{ minHeight: plot?.height ?? data.height }}
      onPointerDown={press}
      onPointerMove={follow}
      onPointerLeave={leave}
    >
      {plot ? <Drawing data={data} plot={plot} point={point} shape={shape} /> : null}
      <input
        ref={slider}
        className={styles.slider}
        type="range"
        min={0}
        max={Math.max(0, labels.length - 1)}
        value={point ?? labels.length - 1}
        aria-label={`Values of ${title}`}
        aria-valuetext={readingText(data, point ?? labels.length - 1)}
        onChange={({ currentTarget: { value } }) => setIndex(Number(value))}
        onFocus={focus}
        onBlur={blur}
      />
      {plot && point !== undefined ? <Reading data={data} plot={plot} point={point} /> : null}
    </label>
  )
}

interface LegendProps {
  data: Pick<ChartData, 'series' | 'beforeName'>
  shape: Shape
}

function Legend({ data: { series, beforeName }, shape }: LegendProps) {
  const isBars = shape === 'bars'
  return (
    <ul className={styles.legend}>
      {series.map(({ name }, index) => (
        <li key={name}>
          <Sample className={isBars ? styles.bar : styles.line} index={index} shape={shape} />
          {name}
        </li>
      ))}
      {beforeName ? (
        <li>
          <Sample className={isBars ? styles.formerBar : styles.former} shape={shape} />
          {beforeName}
        </li>
      ) : null}
    </ul>
  )
}

interface SampleProps {
  className: string | undefined
  index?: number
  shape: Shape
}

/** Draws a short line or a small bar for the legend. */
function Sample({ className, index, shape }: SampleProps) {
  if (shape === 'bars') {
    return (
      <svg width={10} height={10} aria-hidden>
        <rect className={className} width={10} height={10} rx={2} />
      </svg>
    )
  }
  return (
    <svg width={24} height={8} aria-hidden>
      <line
        className={className}
        x1={0}
        x2={24}
        y1={4}
        y2={4}
        stroke={index === undefined ? 'currentColor' : colorOf(index)}
        strokeDasharray={index === undefined ? undefined : dashes[index]}
      />
    </svg>
  )
}

interface ReadingProps {
  data: ChartData
  plot: Plot
  point: number
}

/** Shows the values next to the point, on the side with more room. */
function Reading({ data, plot: { x, left, right }, point }: ReadingProps) {
  const isLeft = x(point) > (left + right) / 2
  return (
    <div
      className={styles.reading}
      style={{ left: x(point), translate: isLeft ? 'calc(-100% - 10px)' : '10px' }}
      aria-hidden
    >
      <strong>{data.labels[point]}</strong>
      {data.series.map((line) => (
        <span key={line.name} className={styles.value}>
          {data.series.length > 1 ? `${line.name} ` : ''}
          {valueText(data, line, point)}
        </span>
      ))}
    </div>
  )
}

interface DrawingProps {
  data: ChartData
  plot: Plot
  point: number | undefined
}

/** Screen readers skip this drawing, because the slider and the table have the same values. */
function Drawing({ shape, ...drawing }: DrawingProps & { shape: Shape }) {
  const { labels } = drawing.data
  const { width, height, ticks, left, right, bottom, x, shown } = drawing.plot
  return (
    // The viewBox lets the whole drawing shrink in print.
    <svg className={styles.drawing} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {ticks.map((tick) => (
        <g key={tick.value}>
          <line className={styles.grid} x1={left} x2={right} y1={tick.y} y2={tick.y} />
          <text className={styles.tick} x={left - 8} y={tick.y} dy="0.32em" textAnchor="end">
            {tick.text}
          </text>
        </g>
      ))}
      {shown.map(({ text, index }) => (
        <text
          key={text}
          className={styles.tick}
          x={x(index)}
          y={bottom + 18}
          textAnchor={shape === 'bars' ? 'middle' : anchorOf(index, labels.length)}
        >
          {text}
        </text>
      ))}
      {shape === 'bars' ? <Bars {...drawing} /> : <Lines {...drawing} />}
    </svg>
  )
}

function Lines({ data: { labels, series }, plot, point }: DrawingProps) {
  const { bottom, x, y, paths, formerPaths } = plot
  return (
    <>
      {point === undefined ? null : (
        <line className={styles.cursor} x1={x(point)} x2={x(point)} y1={0} y2={bottom} />
      )}
      {series.map(({ name, values }, index) => (
        <g key={name} stroke={colorOf(index)} fill={colorOf(index)}>
          <path className={styles.former} d={formerPaths[index]} />
          <path className={styles.line} d={paths[index]} strokeDasharray={dashes[index]} />
          {values.map((value, at) =>
            value !== null && (at === point || isAlone(values, at)) ? (
              <circle key={labels[at]} cx={x(at)} cy={y(value)} r={4} className={styles.dot} />
            ) : null,
          )}
        </g>
      ))}
    </>
  )
}

/** Each band has a bar of the previous period on the left, and a bar of this period on the right. */
function Bars({ data: { labels, series }, plot, point }: DrawingProps) {
  const { x, y, bottom, step } = plot
  const width = Math.min(14, step * 0.36)
  const bar = (value: number | null | undefined) => {
    const top = value ? Math.min(y(value), bottom - 1) : bottom
    return { y: top, height: bottom - top, width, rx: Math.min(2, width / 3) }
  }
  return series.map(({ name, values, before = [] }) => (
    <g key={name}>
      {labels.map((label, at) => (
        <g key={label} data-pointed={at === point || undefined}>
          <rect className={styles.formerBar} x={x(at) - width - 0.5} {...bar(before[at])} />
          <rect className={styles.bar} x={x(at) + 0.5} {...bar(values[at])} />
        </g>
      ))}
    </g>
  ))
}

/** The first and the last label must not extend beyond the drawing. */
function anchorOf(index: number, count: number) {
  if (index === 0 && count > 1) return 'start'
  return index === count - 1 ? 'end' : 'middle'
}
