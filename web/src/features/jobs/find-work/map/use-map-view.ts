import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { limit, type Point, type Size, type View } from './projection.ts'

const zoomStep = 1.6
const panStepPixels = 80

/** The moves of the arrow keys, in steps. */
const moves: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Returns the view of a map that the user drags and zooms. It starts as `fit`, and again when `fitKey` changes. */
export function useMapView(fit: (size: Size) => View, fitKey: string) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const [moved, setMoved] = useState<{ fitKey: string; view: View }>()
  const view = moved?.fitKey === fitKey ? moved.view : fit(size)
  const show = (next: View) => setMoved({ fitKey, view: limit(next) })
  const zoom = (factor: number) => show({ ...view, scale: view.scale * factor })
  const pan = (x: number, y: number) =>
    show({ ...view, x: view.x + x / view.scale, y: view.y + y / view.scale })
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (move) pan(move[0] * panStepPixels, move[1] * panStepPixels)
    else if (event.key === '+' || event.key === '=') zoom(zoomStep)
    else if (event.key === '-') zoom(1 / zoomStep)
    else return
    event.preventDefault()
  }
  const hands = useHands({ pan, zoom })
  return {
    frame,
    size,
    view,
    show,
    zoomIn: () => zoom(zoomStep),
    zoomOut: () => zoom(1 / zoomStep),
    hands: { ...hands, onKeyDown },
  }
}

interface Hands {
  pan: (x: number, y: number) => void
  zoom: (factor: number) => void
}

/** One pointer on the map drags it, and two of them zoom. */
function useHands({ pan, zoom }: Hands) {
  const [pointers] = useState(() => new Map<number, Point>())
  const lift = ({ pointerId }: PointerEvent) => {
    pointers.delete(pointerId)
  }
  return {
    onPointerDown: ({ target, pointerId, clientX: x, clientY: y, currentTarget }: PointerEvent) => {
      if (target instanceof Element && target.closest('button')) return
      currentTarget.setPointerCapture(pointerId)
      pointers.set(pointerId, { x, y })
    },
    onPointerMove: ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
      const before = pointers.get(pointerId)
      if (!before) return
      const [, other] = [...pointers].find(([id]) => id !== pointerId) ?? []
      pointers.set(pointerId, { x, y })
      if (other) zoom(distance({ x, y }, other) / distance(before, other))
      else pan(before.x - x, before.y - y)
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

const distance = (one: Point, other: Point) =>
  Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))

/** The size before the first layout. */
const usualSize: Size = { width: 560, height: 760 }

function useSize(frame: React.RefObject<HTMLElement | null>) {
  const [size, setSize] = useState(usualSize)
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0 && height > 0) setSize({ width, height })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return size
}
