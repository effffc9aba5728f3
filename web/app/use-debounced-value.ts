import { useEffect, useState } from 'react'

/** Returns a value once it has not changed for the given milliseconds; for searching while the user types. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
