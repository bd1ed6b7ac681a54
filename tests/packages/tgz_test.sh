#!/bin/bash
# tgz_test.sh BUILD: makes the .tar.gz and runs what is in it where there is nothing else.
set -eu -o pipefail
build=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cpack --config "$build/CPackConfig.cmake" -G TGZ -B "$folder" >said 2>&1 || { cat said; exit 1; }
mkdir root
tar -xf mha-*.tar.gz -C root --strip-components=1
if ldd root/bin/mha >said 2>&1; then
  ! grep -q 'libc\.so' said || { echo "skipped: this system has no static C library"; exit 0; }
fi
env -i root/bin/mha --config wo-ai-ni --trace | grep -q '^## block1.head2.weights'
if [ "$(id -u)" = 0 ]; then
  chroot root /bin/mha --config wo-ai-ni --trace --threads 2 | grep -q '^## block1.head2.weights'
  chroot root /bin/mha --config /share/doc/mha/configs/wo-ai-ni.json --trace -o /trace.txt
  grep -q '^## X1 ' root/trace.txt
fi
[ -s root/share/man/man1/mha.1 ] && [ -s root/share/doc/mha/copyright ]
echo "the .tar.gz runs without any library"
