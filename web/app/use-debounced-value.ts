import { useEffect, useState } from 'react'

/** A value as it is once no one changed it for so many milliseconds; for searching while someone types. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
