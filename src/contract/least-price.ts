/** A hundredth of a cent. What costs less, or nothing, would pass every ceiling: it is not taken for a price. */
export const leastPriceUsd = 0.0001;
