package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON as a tree: nil, bool, float64, string, []interface{}, map[string]interface{}. RFC 8785 knows no other number than a double.

// Reads one JSON text and nothing behind it; a name that stands twice in an object is no JSON that anybody could sign.
func parseJSON(text []byte) (interface{}, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("not UTF-8")
	}
	tokens := json.NewDecoder(bytes.NewReader(text))
	parsed, err := readValue(tokens)
	if err != nil {
		return nil, err
	}
	if _, err := tokens.Token(); err != io.EOF {
		return nil, errors.New("something stands behind the JSON")
	}
	return parsed, nil
}

func readValue(tokens *json.Decoder) (interface{}, error) {
	token, err := tokens.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		list := []interface{}{}
		for tokens.More() {
			one, err := readValue(tokens)
			if err != nil {
				return nil, err
			}
			list = append(list, one)
		}
		_, err = tokens.Token()
		return list, err
	case json.Delim('{'):
		object := map[string]interface{}{}
		for tokens.More() {
			name, err := tokens.Token()
			if err != nil {
				return nil, err
			}
			if _, twice := object[name.(string)]; twice {
				return nil, errors.New("a name stands twice")
			}
			if object[name.(string)], err = readValue(tokens); err != nil {
				return nil, err
			}
		}
		_, err = tokens.Token()
		return object, err
	}
	return token, nil
}

// RFC 8785: no space, names in the order of their UTF-16 units, numbers as ECMAScript writes them, the least escaping.
func canonical(value interface{}) string {
	var out strings.Builder
	writeCanonical(&out, value)
	return out.String()
}

func writeCanonical(out *strings.Builder, value interface{}) {
	switch one := value.(type) {
	case nil:
		out.WriteString("null")
	case bool:
		out.WriteString(strconv.FormatBool(one))
	case float64:
		out.WriteString(numberText(one))
	case string:
		writeText(out, one)
	case []interface{}:
		out.WriteByte('[')
		for at, item := range one {
			if at > 0 {
				out.WriteByte(',')
			}
			writeCanonical(out, item)
		}
		out.WriteByte(']')
	case map[string]interface{}:
		out.WriteByte('{')
		for at, name := range sortedNames(one) {
			if at > 0 {
				out.WriteByte(',')
			}
			writeText(out, name)
			out.WriteByte(':')
			writeCanonical(out, one[name])
		}
		out.WriteByte('}')
	}
}

func sortedNames(object map[string]interface{}) []string {
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	sort.Slice(names, func(i, j int) bool {
		one, other := utf16.Encode([]rune(names[i])), utf16.Encode([]rune(names[j]))
		for at := 0; at < len(one) && at < len(other); at++ {
			if one[at] != other[at] {
				return one[at] < other[at]
			}
		}
		return len(one) < len(other)
	})
	return names
}

var escapes = map[rune]string{'\b': `\b`, '\t': `\t`, '\n': `\n`, '\f': `\f`, '\r': `\r`, '"': `\"`, '\\': `\\`}

func writeText(out *strings.Builder, text string) {
	out.WriteByte('"')
	for _, sign := range text {
		if escaped, ok := escapes[sign]; ok {
			out.WriteString(escaped)
		} else if sign < 0x20 {
			out.WriteString(`\u00` + string("0123456789abcdef"[sign>>4]) + string("0123456789abcdef"[sign&15]))
		} else {
			out.WriteRune(sign)
		}
	}
	out.WriteByte('"')
}

// ECMAScript's Number::toString: the shortest digits that read back, with an exponent from 1e21 up and below 1e-6.
func numberText(number float64) string {
	if number == 0 {
		return "0"
	}
	if number < 0 {
		return "-" + numberText(-number)
	}
	if math.IsInf(number, 0) || math.IsNaN(number) {
		return "not a number of JSON"
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(number, 'e', -1, 64), "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	power, _ := strconv.Atoi(exponent)
	point := power + 1
	switch {
	case len(digits) <= point && point <= 21:
		return digits + strings.Repeat("0", point-len(digits))
	case 0 < point && point <= 21:
		return digits[:point] + "." + digits[point:]
	case -6 < point && point <= 0:
		return "0." + strings.Repeat("0", -point) + digits
	}
	sign := "+"
	if power < 0 {
		sign, power = "-", -power
	}
	if len(digits) > 1 {
		digits = digits[:1] + "." + digits[1:]
	}
	return digits + "e" + sign + strconv.Itoa(power)
}

// A part of an object, where it has one of that kind.
func objectOf(value interface{}, name string) map[string]interface{} {
	object, _ := value.(map[string]interface{})
	part, _ := object[name].(map[string]interface{})
	return part
}

func listOf(value interface{}, name string) []interface{} {
	object, _ := value.(map[string]interface{})
	list, _ := object[name].([]interface{})
	return list
}

// Empty where there is no text of that name.
func textOf(value interface{}, name string) string {
	object, _ := value.(map[string]interface{})
	text, _ := object[name].(string)
	return text
}

// A whole number that is exact; false for anything else.
func wholeOf(value interface{}, name string) (int64, bool) {
	object, _ := value.(map[string]interface{})
	number, ok := object[name].(float64)
	if !ok || number != math.Trunc(number) || math.Abs(number) > 1<<53-1 {
		return 0, false
	}
	return int64(number), true
}

func hasNames(object map[string]interface{}, names ...string) bool {
	if len(object) != len(names) {
		return false
	}
	for _, name := range names {
		if _, ok := object[name]; !ok {
			return false
		}
	}
	return true
}
