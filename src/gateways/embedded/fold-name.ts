/**
 * Brings a name into the form in which names are compared: compatibility forms unified (NFKC: half and full width
 * are one), case removed. Upper case is used because it looks at no neighbours, unlike the lower case of `Σ`.
 * Accents stay, and no script is treated as another.
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toUpperCase().normalize('NFKC')
}
