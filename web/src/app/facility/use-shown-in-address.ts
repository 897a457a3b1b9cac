import { useSearchParams } from 'react-router'

/** A part of the page that is shown or not, as the address says. */
export function useShownInAddress(name: string) {
  const [params, setParams] = useSearchParams()
  const isShown = params.has(name)
  const toggle = () =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (isShown) after.delete(name)
        else after.set(name, 'shown')
        return after
      },
      { preventScrollReset: true },
    )
  return { isShown, toggle }
}
