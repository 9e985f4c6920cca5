package main

import (
	"math/big"
	"regexp"
	"strings"
)

// Exact decimals as whole numbers: money, prices and lots count 10⁻⁸, rates of conversion 10⁻²⁰.
const (
	fixedDecimals = 8
	rateDecimals  = 20
)

var decimalText = regexp.MustCompile(`^-?[0-9]{1,20}(\.[0-9]{1,20})?$`)

func pow10(exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(exponent)), nil)
}

var fixedOne, rateOne = pow10(fixedDecimals), pow10(rateDecimals)

// Nil for what is no decimal of at most so many decimals.
func parseScaled(text string, decimals int) *big.Int {
	if !decimalText.MatchString(text) {
		return nil
	}
	whole, fraction, _ := strings.Cut(text, ".")
	if len(fraction) > decimals {
		return nil
	}
	parsed, ok := new(big.Int).SetString(whole+fraction+strings.Repeat("0", decimals-len(fraction)), 10)
	if !ok {
		return nil
	}
	return parsed
}

func parseFixed(text string) *big.Int { return parseScaled(text, fixedDecimals) }
func parseRate(text string) *big.Int  { return parseScaled(text, rateDecimals) }

func formatScaled(value *big.Int, decimals int) string {
	digits := new(big.Int).Abs(value).String()
	if len(digits) <= decimals {
		digits = strings.Repeat("0", decimals+1-len(digits)) + digits
	}
	text := digits[:len(digits)-decimals] + "." + digits[len(digits)-decimals:]
	if value.Sign() < 0 {
		return "-" + text
	}
	return text
}

func formatFixed(value *big.Int) string { return formatScaled(value, fixedDecimals) }

type rounding int

const (
	down rounding = iota
	up
	halfEven
)

// Down goes towards zero, up away from it.
func divide(numerator, denominator *big.Int, how rounding) *big.Int {
	quotient, rest := new(big.Int).QuoRem(numerator, denominator, new(big.Int))
	if rest.Sign() == 0 || how == down {
		return quotient
	}
	away := big.NewInt(1)
	if numerator.Sign()*denominator.Sign() < 0 {
		away = big.NewInt(-1)
	}
	if how == halfEven {
		twice := new(big.Int).Abs(rest)
		half := twice.Lsh(twice, 1).Cmp(new(big.Int).Abs(denominator))
		if half < 0 || (half == 0 && quotient.Bit(0) == 0) {
			return quotient
		}
	}
	return quotient.Add(quotient, away)
}

func product(factors ...*big.Int) *big.Int {
	whole := big.NewInt(1)
	for _, factor := range factors {
		whole.Mul(whole, factor)
	}
	return whole
}

func sum(terms ...*big.Int) *big.Int {
	whole := new(big.Int)
	for _, term := range terms {
		whole.Add(whole, term)
	}
	return whole
}

func minus(value *big.Int) *big.Int { return new(big.Int).Neg(value) }
