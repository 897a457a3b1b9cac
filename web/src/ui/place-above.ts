const gap = 6
const edge = 8

/** Shows a popover above something, within the window and over whatever would cut it off. */
export function placeAbove(tip: HTMLElement | null, what: HTMLElement | null) {
  if (!tip || !what) return
  tip.showPopover()
  const { top, bottom, left, width } = what.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tip
  const middle = left + width / 2 - offsetWidth / 2
  const rightmost = document.documentElement.clientWidth - offsetWidth - edge
  const above = top - offsetHeight - gap
  tip.style.left = `${Math.max(edge, Math.min(middle, rightmost))}px`
  tip.style.top = `${above > edge ? above : bottom + gap}px`
}
