import styles from './chart.module.css'
import { height, isAlone, type Plot } from './plot.ts'
import { type ChartData, colourOf, dashes } from './series.ts'

interface Props {
  data: ChartData
  plot: Plot
  point: number | undefined
}

/** For the eye alone: the slider and the table say the same. */
export function LineDrawing({ data: { labels, series }, plot, point }: Props) {
  const { width, ticks, left, right, bottom, x, y, paths, formerPaths, shown } = plot
  return (
    // Paper may be narrower than the screen was: there it shrinks as a whole.
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
          textAnchor={anchorOf(index, labels.length)}
        >
          {text}
        </text>
      ))}
      {point === undefined ? null : (
        <line className={styles.cursor} x1={x(point)} x2={x(point)} y1={0} y2={bottom} />
      )}
      {series.map(({ name, values }, index) => (
        <g key={name} stroke={colourOf(index)} fill={colourOf(index)}>
          <path className={styles.former} d={formerPaths[index]} />
          <path className={styles.line} d={paths[index]} strokeDasharray={dashes[index]} />
          {values.map((value, at) =>
            value !== null && (at === point || isAlone(values, at)) ? (
              <circle key={labels[at]} cx={x(at)} cy={y(value)} r={4} className={styles.dot} />
            ) : null,
          )}
        </g>
      ))}
    </svg>
  )
}

/** The outermost labels stay inside the drawing. */
function anchorOf(index: number, count: number) {
  if (index === 0 && count > 1) return 'start'
  return index === count - 1 ? 'end' : 'middle'
}
