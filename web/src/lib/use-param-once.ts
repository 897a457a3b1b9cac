import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Calls `act` with the value of a URL parameter, for links that open a dialog. Then it removes the parameter, so that a
 * reload does not open the dialog again.
 */
export function useParamOnce(name: string, act: (value: string) => void) {
  const [params, setParams] = useSearchParams()
  const value = params.get(name)
  const onValue = useEffectEvent((given: string) => {
    act(given)
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(name)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  })
  useEffect(() => {
    if (value !== null) onValue(value)
  }, [value])
}
