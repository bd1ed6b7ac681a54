#!/usr/bin/env python3
"""The polynomials of src/math/functions.cpp: interpolation at Chebyshev's points with 60 digits, which is next to the
best there is, and its largest error. Needs mpmath."""
import mpmath as mp

mp.mp.dps = 60


def interpolated(f, low, high, degree):
    """The coefficients, the constant first, of the polynomial through f at Chebyshev's points of low ... high."""
    n = degree + 1
    points = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    rows = mp.matrix(n, n)
    for i, x in enumerate(points):
        for j in range(n):
            rows[i, j] = x**j
    return list(mp.lu_solve(rows, mp.matrix([f(x) for x in points])))


def show(name, f, low, high, degree):
    coefficients = [float(c) for c in interpolated(f, low, high, degree)]
    points = [low + (high - low) * mp.mpf(i) / 2000 for i in range(2001)]
    error = max(abs(mp.polyval([mp.mpf(c) for c in reversed(coefficients)], x) / f(x) - 1) for x in points)
    print(f"{name}: degree {degree}, relative error 2^{float(mp.log(error, 2)):.1f}")
    print(",\n".join(c.hex() for c in coefficients))


def exp_rest(r):  # (e^r - 1 - r) / r^2
    return mp.nsum(lambda k: r**k / mp.factorial(k + 2), [0, 40])


def tail(t):  # (1 + a) e^(a^2/2) (1 - Phi(a)) with a = k (1 + t) / (1 - t): nearly straight
    a = K * (1 + t) / (1 - t)
    return (1 + a) * mp.exp(a * a / 2) * mp.erfc(a / mp.sqrt(2)) / 2


show("exp", exp_rest, -mp.log(2) / 2 * mp.mpf("1.001"), mp.log(2) / 2 * mp.mpf("1.001"), 10)
K = mp.mpf("4.5")
show("tail", tail, mp.mpf(-1), (40 - K) / (40 + K), 24)
