/**
 * Returns the form in which names are compared: compatibility forms unified (NFKC, so half and full
 * width are equal) and case removed. Upper case does not depend on context, unlike the lower case
 * of `Σ`. Accents stay, and scripts are not converted.
 */
export function foldName(name: string): string {
  return name.normalize('NFKC').toUpperCase().normalize('NFKC')
}
