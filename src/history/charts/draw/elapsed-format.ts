/** Creates a function that formats milliseconds as days, hours and minutes, without zero units. */
export function elapsedFormat(language: string): (ms: number) => string {
  const units = (['day', 'hour', 'minute'] as const).map(
    (unit) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }),
  )
  return (ms) => {
    const minutes = Math.round(Math.abs(ms) / 60_000)
    const parts = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
    const written = units.flatMap((unit, place) => {
      const count = parts[place] ?? 0
      return count > 0 ? [unit.format(count)] : []
    })
    const text = written.length === 0 ? (units[1]?.format(0) ?? '0') : written.join(' ')
    return ms < 0 ? `−${text}` : text
  }
}
