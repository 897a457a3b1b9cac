import { ActionIcon, UnstyledButton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { formatCount } from '#lib/format.ts'
import { FailureNotice } from '#ui/query-states.tsx'
import type { Selection } from '../selection.ts'
import type { Town } from '../towns.queries.ts'
import styles from './job-map.module.css'
import { border, heights, lakes } from './land.ts'
import { type Box, makeLabels, makePins, type Pin, type PlacedTown, placeTowns } from './pins.ts'
import { type Size, toPlane, toWindow, type View, viewOfCircle } from './projection.ts'
import { interstates, roads } from './roads.ts'
import { useMapView } from './use-map-view.ts'

interface Props {
  query: UseQueryResult<Town[]>
  /** The distance of the filter, or 0. */
  maxMiles: number
  /** The town of the filter. */
  chosenTown: string | undefined
  selection: Selection | undefined
  onPoint: (selection: Selection | undefined) => void
  onChoose: (town: Town) => void
  onUnplaced: () => void
}

const none: never[] = []
/** The Front Range, for contractors whose town is unknown. */
const frontRange = { center: toPlane(39.5, -104.95), radius: 80 }
/** The radius that the map shows without a filter by distance. */
const usualMiles = 50

/** Shows a map of Colorado with a pin for each town that has matching jobs. */
export default function JobMap({ query, maxMiles, chosenTown, selection, ...handlers }: Props) {
  const { data = none, error, refetch, isFetching } = query
  const towns = useMemo(() => placeTowns(data), [data])
  const home = towns.find(({ miles }) => miles === 0)
  const radius = maxMiles || usualMiles
  const fit = (size: Size) =>
    home
      ? viewOfCircle(home.point, Math.max(radius, 25), size)
      : viewOfCircle(frontRange.center, frontRange.radius, size)
  const { frame, size, view, show, zoomIn, zoomOut, hands } = useMapView(
    fit,
    `${home?.name} ${maxMiles}`,
  )
  const pins = useMemo(() => makePins(towns, view.scale), [towns, view.scale])
  const unplaced = data.find(({ name }) => name === '')?.jobs ?? 0
  const open = ({ towns: [first, ...others] }: Pin) => {
    if (others.length === 0) handlers.onChoose(first)
    else show(viewOfTowns([first, ...others], size))
  }
  return (
    // The keys and the pointer move the map. The list beside it has everything that the map shows.
    <section
      className={styles.frame}
      role="application"
      aria-label="Map of available jobs. Use the arrow keys to move and + and − to zoom."
      ref={frame}
      {...hands}
    >
      <svg className={styles.ground} width={size.width} height={size.height} aria-hidden>
        <Land view={view} size={size} />
        {home ? <Radius home={home} miles={radius} view={view} size={size} /> : null}
        <Names
          towns={towns}
          pins={pins}
          view={view}
          size={size}
          reserved={home ? [boxOfMiles(home, radius, view, size)] : none}
        />
      </svg>
      <ul className={styles.pins} aria-label="Towns with jobs">
        {pins.map((pin) => (
          <PinItem
            key={pin.towns[0].name}
            pin={pin}
            view={view}
            size={size}
            isOn={pin.towns.some(({ name }) => selection?.towns.includes(name))}
            isChosen={pin.towns.some(({ name }) => name === chosenTown)}
            onPoint={handlers.onPoint}
            onOpen={() => open(pin)}
          />
        ))}
      </ul>
      <div className={styles.notes}>
        {unplaced > 0 ? (
          <UnstyledButton className={styles.unplaced} onClick={handlers.onUnplaced}>
            {formatCount(unplaced, 'job')} with an unknown location
          </UnstyledButton>
        ) : null}
        <p className={styles.note}>Locations are approximate.</p>
      </div>
      <div className={styles.zoom}>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Zoom in" onClick={zoomIn}>
          <Plus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Zoom out" onClick={zoomOut}>
          <Minus size={16} aria-hidden />
        </ActionIcon>
      </div>
      {error ? (
        <div className={styles.failure}>
          <FailureNotice
            title="Failed to load the map."
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </div>
      ) : null}
    </section>
  )
}

/** Returns a view in which the pins of these towns no longer cover each other, or nearly so. */
function viewOfTowns(towns: readonly PlacedTown[], size: Size) {
  const xs = towns.map(({ point }) => point.x)
  const ys = towns.map(({ point }) => point.y)
  const center = {
    x: (Math.min(...xs) + Math.max(...xs)) / 2,
    y: (Math.min(...ys) + Math.max(...ys)) / 2,
  }
  const spread = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
  return viewOfCircle(center, Math.max(spread * 0.65, 6), size)
}

interface LayerProps {
  view: View
  size: Size
}

function Land({ view, size }: LayerProps) {
  const corner = toWindow({ x: 0, y: 0 }, view, size)
  return (
    <g
      className={styles.land}
      transform={`translate(${corner.x} ${corner.y}) scale(${view.scale})`}
    >
      {heights.map((path, level) => (
        <path key={path} d={path} className={styles.height} data-level={level} />
      ))}
      {lakes.map(({ center, width, height }) => (
        <ellipse
          key={`${center.x} ${center.y}`}
          cx={center.x}
          cy={center.y}
          rx={width}
          ry={height}
          className={styles.lake}
        />
      ))}
      {roads.map((path) => (
        <path key={path} d={path} className={styles.road} />
      ))}
      {interstates.map((path) => (
        <path key={path} d={path} className={styles.interstate} />
      ))}
      <path d={border} className={styles.border} />
    </g>
  )
}

/** Returns the box around the text of the radius. */
function boxOfMiles(home: PlacedTown, miles: number, view: View, size: Size): Box {
  const { x, y } = toWindow(home.point, view, size)
  const middle = y - miles * view.scale + 12
  return { left: x - 28, right: x + 28, top: middle - 8, bottom: middle + 8 }
}

function Radius({ home, miles, view, size }: LayerProps & { home: PlacedTown; miles: number }) {
  const { x, y } = toWindow(home.point, view, size)
  const radius = miles * view.scale
  return (
    <g>
      <circle cx={x} cy={y} r={radius} className={styles.radius} />
      <text x={x} y={y - radius + 16} className={styles.miles}>
        {miles} mi
      </text>
      <circle cx={x} cy={y} r={7} className={styles.home} />
    </g>
  )
}

interface NamesProps extends LayerProps {
  towns: PlacedTown[]
  pins: Pin[]
  reserved: Box[]
}

function Names({ towns, pins, view, size, reserved }: NamesProps) {
  return makeLabels(towns, pins, view, size, reserved).map(({ name, size: rank, at, side }) => (
    <g key={name} className={styles.name} data-size={rank}>
      <circle cx={at.x} cy={at.y} r={2.5} />
      <text
        x={at.x + (side === 'right' ? 7 : -7)}
        y={at.y + 4}
        textAnchor={side === 'right' ? 'start' : 'end'}
      >
        {name}
      </text>
    </g>
  ))
}

interface PinProps extends LayerProps {
  pin: Pin
  isOn: boolean
  isChosen: boolean
  onPoint: (selection: Selection | undefined) => void
  onOpen: () => void
}

function PinItem({ pin, view, size, isOn, isChosen, onPoint, onOpen }: PinProps) {
  const names = pin.towns.map(({ name }) => name)
  const { x, y } = toWindow(pin.towns[0].point, view, size)
  const point = () => onPoint({ towns: names })
  const leave = () => onPoint(undefined)
  return (
    <li
      className={styles.place}
      style={{ left: x, top: y }}
      data-on={isOn || isChosen || undefined}
    >
      <UnstyledButton
        className={styles.pin}
        data-own={pin.hasOwnBid || undefined}
        data-on={isOn || isChosen || undefined}
        aria-label={`${nameTowns(names)}: ${pin.text}`}
        aria-pressed={isChosen}
        onPointerEnter={point}
        onPointerLeave={leave}
        onFocus={point}
        onBlur={leave}
        onClick={onOpen}
      >
        {pin.text}
      </UnstyledButton>
    </li>
  )
}

function nameTowns([first, ...others]: string[]) {
  return others.length === 0 ? first : `${first} and ${formatCount(others.length, 'other town')}`
}
